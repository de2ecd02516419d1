import type { AccountTables } from './schema/account.ts'
import type { PackTables } from './schema/packs.ts'
import type { ReviewTables } from './schema/reviews.ts'
import type { StudyTables } from './schema/study.ts'
import type { WalletTables } from './schema/wallet.ts'
import type { WechatTables } from './schema/wechat.ts'

/** The tables as Kysely sees them: one type per table of `migrations/`. */
export type Schema = AccountTables & PackTables & ReviewTables & StudyTables & WalletTables & WechatTables
