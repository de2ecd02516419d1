/** The calls that the specification does not have, and why each is there. */
export const ownCalls: Record<string, string> = {
  // Signing in and study
  'GET /auth/methods': 'the login page offers only what is configured',
  'POST /auth/wechat-authorize':
    'where WeChat is to be asked, and the state marker that binds the answer to this browser',
  'POST /auth/upload-ticket':
    'a write-only permission, so that records go up from the worker, after sign-out, and no matter who is signed in',
  'GET /user-study/states': 'card states since a version: a second device, or a reinstalled app, catches up',
  'GET /user-study/summary': 'totals and study days: streak, level',
  'GET /user-study/plan': "today's plan before the device holds the record",
  'GET /user-study/statistics': 'forecast, retention and weak points of /my-learning',
  // The account
  'GET /account/security': 'what stands of phone, WeChat, consent and leaving',
  'POST /account/proof/code': 'a session proves who holds it before it changes the account',
  'POST /account/proof': 'the same, by the code or by WeChat',
  'POST /account/proof/wait': "the old card is lost: a day's wait that every device may end",
  'DELETE /account/proof/wait': 'that wait is ended',
  'GET /account/activity': 'what happened to the account',
  'GET /card-reports': 'what became of the cards that a student reported',
  'GET /card-reports/open': 'staff read what everybody reported',
  'POST /card-reports/:cardId/close': 'staff close a report',
  'PUT /account/phone': 'a number changes',
  'POST /account/wechat': 'a second way in',
  'DELETE /account/wechat': 'and out again',
  'GET /account/devices': 'who is signed in where',
  'DELETE /account/devices/:deviceId': 'a tablet is lost',
  'DELETE /account/devices': 'all others at once',
  'POST /account/age-band': "those under 14 need a guardian's consent",
  'POST /account/guardian-consent': 'the guardian gives it',
  'POST /account/deletion': 'leaving, seven days ahead',
  'DELETE /account/deletion': 'staying after all',
  'GET /account/export': "one's own data, page by page",
  // Cards of one's own
  'GET /private-packs': 'the list',
  'POST /private-packs': 'saving what the generator made',
  'GET /private-packs/:packId': 'a pack with what was written on its cards, to be edited and downloaded',
  'PUT /private-packs/:packId': 'its name, grade and subject',
  'DELETE /private-packs/:packId': 'its end',
  'PUT /private-packs/:packId/cards': 'cards come and change, several at once',
  'DELETE /private-packs/:packId/cards/:cardId': 'a card goes',
  // Opinions
  'DELETE /card-packs/reviews/:reviewId': 'who may write a review may take it back',
  'POST /card-packs/:id/cards/:cardId/report': '报错: a card is wrong',
  // Money
  'GET /payment/methods': 'the cashier offers only what is configured',
  'POST /orders': 'coins are ordered; unlock takes coins, or makes an order for the pack',
  'GET /orders': 'what was ordered',
  'GET /orders/:orderId': 'whether it is paid, for anyone who knows the id',
  'POST /orders/:orderId/close': 'giving up',
  'POST /orders/:orderId/sandbox-result': "the simulated cashier's answer",
}
