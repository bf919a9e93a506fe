/** `attendent` is the spelling of the wire. With a user it waits for that agent, without one for any agent of the queue. */
export const optionKinds = ['text', 'attendent', 'queue', 'integration', 'file'] as const;
export type OptionKind = (typeof optionKinds)[number];
/** How a menu is sent: as numbered text, as a list or as buttons of the channel. */
export const menuForms = ['text', 'list', 'button'] as const;
export type MenuForm = (typeof menuForms)[number];

/** Larger option trees are refused: users edit them by hand. */
export const MAX_OPTION_DEPTH = 5;
export const MAX_OPTIONS = 200;
