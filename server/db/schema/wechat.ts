import type { WechatPurpose } from '#contract/wechat.ts'
import type { Timestamp } from './columns.ts'

export type WechatTables = {
  wechat_states: {
    state_hash: Buffer
    browser_key_hash: Buffer
    purpose: WechatPurpose | 'scan' | 'confirm'
    student_id: string | null
    qr_login_id: string | null
    openid: string | null
    unionid: string | null
    expires_at: Timestamp
  }
  wechat_qr_logins: {
    id: string
    scan_hash: Buffer
    browser_key_hash: Buffer
    status: 'pending' | 'scanned' | 'confirmed' | 'cancelled'
    openid: string | null
    unionid: string | null
    expires_at: Timestamp
  }
}
