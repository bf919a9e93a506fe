/** The URL of a contact's picture; null for the server's placeholder, because initials say more. */
export const pictureOf = (url: string): string | null => (url === '' || url.endsWith('/nopicture.svg') ? null : url);
