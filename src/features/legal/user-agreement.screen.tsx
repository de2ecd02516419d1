import { LegalDocument } from './legal-document.tsx'

export function UserAgreementScreen() {
  return <LegalDocument which="terms" />
}
