/** Rules of the coins (product rules of the wallet). Amounts are whole coins. */

export const welcomeCoins = 200
/** For reaching the daily goal, once a study day. */
export const dailyGoalCoins = 10
/** For how many days back: a week without a network is paid in full, a year made up is not. */
export const coinDaysAtMost = 7
/** A goal pays coins from this many different cards on, whatever number the student has set. */
export const coinCardsAtLeast = 5
/** An answer given faster was not thought about, and is not one of them. */
export const coinAnswerMs = 500
/** What a coin costs, in fen, where a pack is paid with money. */
export const centsPerCoin = 10
/** How long an order can be paid. */
export const orderLifetimeMinutes = 30
/** By H5: the address that WeChat gives leads to its cashier for no longer. */
export const h5OrderLifetimeMinutes = 5
/** Orders that a student may begin in an hour. */
export const ordersPerHour = 30
/** Orders of a student that wait for their payment at the same time. */
export const openOrdersAtMost = 10
