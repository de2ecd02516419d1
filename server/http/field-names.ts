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
  id: '编号',
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
}

export const requestFormat = '请求格式'

/** @param path field names from the outside in; list positions among them do not matter */
export const fieldName = (path: readonly string[]): string =>
  path.map((part) => names[part]).findLast((name) => name !== undefined) ?? requestFormat
