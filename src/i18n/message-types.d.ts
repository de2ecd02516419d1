import 'i18next'
import type admin from './zh-CN/admin.json'
import type account from './zh-CN/account.json'
import type challenge from './zh-CN/challenge.json'
import type discovery from './zh-CN/discovery.json'
import type explore from './zh-CN/explore.json'
import type generation from './zh-CN/generation.json'
import type home from './zh-CN/home.json'
import type install from './zh-CN/install.json'
import type learning from './zh-CN/learning.json'
import type legal from './zh-CN/legal.json'
import type me from './zh-CN/me.json'
import type packs from './zh-CN/packs.json'
import type ownPacks from './zh-CN/own-packs.json'
import type packOffer from './zh-CN/pack-offer.json'
import type security from './zh-CN/security.json'
import type refused from './zh-CN/refused.json'
import type refresh from './zh-CN/refresh.json'
import type report from './zh-CN/report.json'
import type reminder from './zh-CN/reminder.json'
import type profile from './zh-CN/profile.json'
import type settings from './zh-CN/settings.json'
import type shell from './zh-CN/shell.json'
import type strokes from './zh-CN/strokes.json'
import type themes from './zh-CN/themes.json'
import type uploads from './zh-CN/uploads.json'
import type wallet from './zh-CN/wallet.json'
import type study from './zh-CN/study.json'

/** A key that no file has is a type error. A new namespace adds its line here. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    returnNull: false
    resources: {
      packs: typeof packs
      shell: typeof shell
      study: typeof study
      account: typeof account
      admin: typeof admin
      challenge: typeof challenge
      discovery: typeof discovery
      explore: typeof explore
      generation: typeof generation
      home: typeof home
      install: typeof install
      learning: typeof learning
      legal: typeof legal
      me: typeof me
      'own-packs': typeof ownPacks
      'pack-offer': typeof packOffer
      refresh: typeof refresh
      refused: typeof refused
      reminder: typeof reminder
      report: typeof report
      profile: typeof profile
      security: typeof security
      settings: typeof settings
      strokes: typeof strokes
      themes: typeof themes
      uploads: typeof uploads
      wallet: typeof wallet
    }
  }
}
