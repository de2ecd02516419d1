import { IconFrame } from './icons.tsx'

export const SpeakerIcon = ({ size }: { size?: number }) => (
  <IconFrame {...(size && { size })}>
    <path d="M4 9.5h3.5L12 6v12l-4.5-3.5H4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />
  </IconFrame>
)
