/** What the fields of the contract are called to a student, for the message of `invalid_input`. */
const names: Readonly<Record<string, string>> = {
  phone: '手机号',
  code: '验证码',
  agreed: '请先同意用户协议和隐私政策',
  deviceName: '设备名称',
  name: '名字',
  avatar: '头像',
  study: '学习设置',
  dailyGoal: '每日目标',
  newCardsPerDay: '每日新卡数',
  desiredRetention: '目标记忆率',
  modes: '学习方式',
  order: '出卡顺序',
  autoplay: '自动播放',
  reminders: '学习提醒',
  at: '提醒时间',
  packId: '卡包编号',
  sessionId: '学习编号',
  cardIds: '卡片编号',
  gradeId: '年级',
  subjectId: '学科',
  knowledgePointId: '知识点',
  keyword: '搜索词',
  cardName: '搜索词',
  page: '页码',
  pageSize: '每页数量',
  limit: '每页数量',
  sortField: '排序方式',
  sortOrder: '排序方向',
  paymentMethod: '支付方式',
  deviceId: '设备编号',
  sentAt: '发送时间',
  answers: '学习记录',
  undos: '撤销记录',
  cursor: '起点',
  since: '起始日期',
  utcOffsetMinutes: '时区',
  browserKey: '浏览器标识',
  state: '微信授权',
  wechat: '微信授权',
  purpose: '用途',
  returnTo: '返回地址',
  ageBand: '年龄段',
  section: '导出内容',
  rating: '评分',
  comment: '评论',
  reviewId: '评价编号',
  teacherId: '老师',
  cardId: '卡片编号',
  reportId: '报错编号',
  problem: '问题类型',
  seed: '种子',
  asOf: '列表时间',
  direction: '收支',
  kind: '类型',
  from: '开始日期',
  to: '结束日期',
  orderId: '订单编号',
  productId: '商品',
  scene: '支付场景',
  result: '支付结果',
  title: '标题',
  cards: '卡片',
  front: '正面',
  back: '背面',
  hint: '提示',
  explanation: '解析',
}

/** What means something else in some calls, by how their paths begin; the last one that fits counts. */
const namesIn: readonly [path: string, names: Readonly<Record<string, string>>][] = [
  ['/auth/', { sessionId: '二维码编号' }],
  ['/auth/wechat', { code: '微信授权码' }],
  ['/account/wechat', { code: '微信授权码' }],
  ['/account/guardian-consent', { phone: '监护人手机号', agreed: '请监护人先同意' }],
  ['/discovery/card-pack/', { id: '卡包编号' }],
  ['/card-packs/', { id: '卡包编号' }],
  ['/private-packs', { id: '卡片编号' }],
  ['/themes/', { id: '主题编号' }],
]

export const requestFormat = '请求格式'

/**
 * @param path field names from the outside in; list positions among them do not matter
 * @param call the path of the call, without the API's base; without it the names that most calls use
 */
export function fieldName(path: readonly string[], call = ''): string {
  const own = namesIn.filter(([start]) => call.startsWith(start)).map(([, theirs]) => theirs)
  const here: typeof names = Object.assign({}, names, ...own)
  return path.map((part) => here[part]).findLast((name) => name !== undefined) ?? requestFormat
}
