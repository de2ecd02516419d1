import { LegalDocument } from './legal-document.tsx'

export const UserAgreementScreen = () => <LegalDocument which="terms" />
