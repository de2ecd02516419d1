/** The rows of the table in section 2: address, screen and who may see it. */
export const routes = {
  '2.1.1': '/ redirects to /home',
  '2.1.2': '/login shows the login page, to everybody',
  '2.1.3': '/privacy shows the privacy policy, to everybody',
  '2.1.4': '/user-agreement shows the user agreement, to everybody',
  '2.1.5': '/payment shows the payment page, to everybody',
  '2.1.6': '/home shows home, when logged in',
  '2.1.7': '/resource shows the resources, when logged in',
  '2.1.8': '/generate shows generate, when logged in',
  '2.1.9': '/explore shows explore, when logged in',
  '2.1.10': '/my-generation shows my generations, when logged in',
  '2.1.11': '/me shows my profile page, when logged in',
  '2.1.12': '/profile/edit shows edit profile, when logged in',
  '2.1.13': '/profile/challenge-config shows study customisation, when logged in',
  '2.1.14': '/settings shows the settings, when logged in',
  '2.1.15': '/settings/account-security shows account and security, when logged in',
  '2.1.16': '/theme-settings shows the theme settings, when logged in',
  '2.1.17': '/my-learning shows my learning, when logged in',
  '2.1.18': '/level-detail shows the level details, when logged in',
  '2.1.19': '/cardpack/{id} shows the card pack, when logged in',
  '2.1.20': '/private-cardpack/{id} shows the private card pack, when logged in',
  '2.1.21': '/teacher/{teacherId} shows the teacher, when logged in',
  '2.1.22': 'Any other path shows the not-found page',
} as const

export type RouteId = keyof typeof routes
