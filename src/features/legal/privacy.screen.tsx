import { LegalDocument } from './legal-document.tsx'

export const PrivacyScreen = () => <LegalDocument which="privacy" />
