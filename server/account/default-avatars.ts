/** The pictures of `public/avatars`, in the order in which they are offered. */
const names = {
  bamboo: '竹',
  plum: '梅',
  orchid: '兰',
  chrysanthemum: '菊',
  lotus: '莲',
  pine: '松',
  mountain: '远山',
  moon: '明月',
  boat: '小舟',
  crane: '白鹤',
  fish: '锦鲤',
  swallow: '燕子',
  book: '书卷',
  brush: '笔墨',
  'seal-mountain': '山字印',
  'seal-sun': '日字印',
} as const

export const defaultAvatars = Object.entries(names).map(([id, name]) => ({
  id,
  name,
  path: `/avatars/${id}.svg`,
}))

/** Whether a student may choose it: one of ours, or none. */
export function isAvatar(path: string): boolean {
  return path === '' || defaultAvatars.some((avatar) => avatar.path === path)
}
