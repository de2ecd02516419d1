/** Rules of the coins (product rules of the wallet). Amounts are whole coins. */

export const welcomeCoins = 200
/** For reaching the daily goal, once a study day. */
export const dailyGoalCoins = 10

/** Why a ledger row was written. */
export type LedgerKind = 'welcome' | 'unlock' | 'daily_goal' | 'recharge' | 'refund'
