import { describe, expect, it } from 'vitest'
import { tc3Authorization } from './tc3.ts'

const stars = '*'.repeat(32)
const keys = { secretId: `AKID${stars}`, secretKey: stars }
/** The example of the provider's documentation, its secrets starred out as printed there. */
const example = {
  service: 'cvm',
  host: 'cvm.tencentcloudapi.com',
  contentType: 'application/json; charset=utf-8',
  action: 'DescribeInstances',
  payload: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
  timestampSeconds: 1_551_113_065,
}

describe('the TC3 signature', () => {
  it("is that of the provider's published example", () => {
    expect(tc3Authorization(keys, example)).toBe(
      `TC3-HMAC-SHA256 Credential=AKID${stars}/2019-02-25/cvm/tc3_request, ` +
        'SignedHeaders=content-type;host;x-tc-action, ' +
        'Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
    )
  })

  it.each([
    { payload: '{}' },
    { action: 'RunInstances' },
    { host: 'sms.tencentcloudapi.com' },
    { timestampSeconds: 1_551_113_066 },
  ])('differs when %j differs', (change) => {
    expect(tc3Authorization(keys, { ...example, ...change })).not.toBe(tc3Authorization(keys, example))
  })
})
