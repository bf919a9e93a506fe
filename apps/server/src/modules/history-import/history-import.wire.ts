/** The API answers with this fixed text; the tickets are closed afterwards. */
export const presentClosing = (): string => 'Closing imported tickets';
