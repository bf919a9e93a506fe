/** Name of a group without a known subject; the end of its id distinguishes it from other such groups. */
export const unnamedGroup = (groupId: string): string => `Grupo ${groupId.slice(-4)}`;
