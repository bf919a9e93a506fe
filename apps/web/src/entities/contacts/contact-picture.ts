/** The address of a contact's picture, or null: the server's own stand-in says less than initials do. */
export const pictureOf = (url: string): string | null => (url === '' || url.endsWith('/nopicture.svg') ? null : url);
