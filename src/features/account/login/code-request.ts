import type { CodePurpose } from '#contract/account.ts'
import { useSendCode } from '#src/queries/session/sign-in.ts'
import { useResendClock } from './resend-clock.ts'

/** Asking for a code by SMS, and when the next one may be asked for. */
export function useCodeRequest(purpose?: CodePurpose) {
  const sendCode = useSendCode(purpose)
  const resend = useResendClock(purpose)
  return {
    ask: (phone: string): void =>
      sendCode.mutate(phone, { onSuccess: (reply) => resend.start(reply.resendAfterSeconds) }),
    /** What was typed has changed: the failure of the last request says nothing of it. */
    forgetFailure: (): void => {
      if (sendCode.isError) sendCode.reset()
    },
    used: resend.clear,
    /** The wait is the number's: a mistyped one is mended at once. */
    secondsLeft: (phone: string): number =>
      sendCode.variables !== undefined && sendCode.variables !== phone ? 0 : resend.secondsLeft,
    sending: sendCode.isPending,
    sent: sendCode.isSuccess,
    devCode: sendCode.data?.devCode,
    error: sendCode.error,
  }
}

export type CodeRequest = ReturnType<typeof useCodeRequest>
