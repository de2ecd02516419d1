/** Messages for failures that carry no body of ours (specification, section 8). */
export const transportMessages = {
  network: '网络连接失败，请检查网络设置',
  timeout: '请求超时，请稍后再试',
  unauthorized: '登录已过期，请重新登录',
  forbidden: '没有权限访问该资源',
  notFound: '请求的资源不存在',
  internal: '服务器内部错误，请稍后再试',
  operationFailed: '操作失败',
  noResponse: '请求失败，请稍后再试',
} as const

/** 'Request failed (status)', for bodies without a message. */
export function requestFailedMessage(status: number): string {
  return `请求失败（${status}）`
}
