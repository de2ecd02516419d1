/**
 * Where a picture is: what the server gives as a path stands on the asset host (specification, section 3), which is
 * where the page came from unless the build says otherwise. Empty stays empty.
 */
export function pictureAddress(path: string): string {
  return path === '' || path.startsWith('http')
    ? path
    : (import.meta.env.VITE_ASSET_HOST || location.origin) + path
}
