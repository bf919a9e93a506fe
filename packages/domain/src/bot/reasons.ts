/** The stations a customer's message passes while no human has the conversation, in this order. */
export const botSteps = [
  'hands',
  'vacation',
  'rating',
  'consent',
  'hours',
  'menu',
  'audio',
  'queueHours',
  'options',
  'attendant',
  'position',
] as const;
export type BotStep = (typeof botSteps)[number];

/** `answers`: said something, and the message goes no further. `passes`: nothing here for it, on to the next.
 * `stops`: goes no further, and nothing is said. `skipped`: an earlier step had the last word. */
export const botOutcomes = ['answers', 'passes', 'stops', 'skipped'] as const;
export type BotOutcome = (typeof botOutcomes)[number];

/** Why the bot spoke, kept silent or handed over: shown in the conversation and by the tester, in every language. */
export const botReasons = [
  // whose it is
  'botHasIt',
  'humanHasIt',
  'humanHadIt',
  'contactWithoutBot',
  'isGroup',
  'isImported',
  'wallet',
  'walletAway',
  // vacation
  'noVacation',
  'onVacation',
  // rating
  'noRatingAsked',
  'rated',
  'ratingNotUnderstood',
  'ratingAsksUsedUp',
  // consent
  'noConsentNeeded',
  'consentAsked',
  'consentGiven',
  'consentRefused',
  'consentNotUnderstood',
  // hours
  'hoursNotUsed',
  'insideHours',
  'outsideHours',
  'holiday',
  // menu
  'noQueues',
  'hasQueue',
  'onlyQueue',
  'menuShown',
  'menuNotUnderstood',
  'queueChosen',
  'wentBack',
  'customerLeft',
  // audio
  'noAudio',
  'audioTaken',
  'audioRefused',
  // options
  'noOptions',
  'optionsShown',
  'optionChosen',
  'optionNotUnderstood',
  'optionWithoutChoices',
  'optionMovedQueue',
  'optionGaveAttendant',
  'integrationMissing',
  'filesSent',
  'closedByQueue',
  'closedByOption',
  // limits
  'turnsUsedUp',
  'tooSoon',
  'nothingToSay',
  // who gets it
  'chosenAtRandom',
  'nobodyToChoose',
  'notDistributed',
  // position
  'positionTold',
  'positionNotTold',
  // an earlier step had the last word
  'alreadyAnswered',
] as const;
export type BotReason = (typeof botReasons)[number];

/** Those that stand in a conversation's history. */
export const loggedReasons = [
  'wallet',
  'walletAway',
  'onVacation',
  'rated',
  'ratingNotUnderstood',
  'ratingAsksUsedUp',
  'consentAsked',
  'consentGiven',
  'consentRefused',
  'consentNotUnderstood',
  'outsideHours',
  'holiday',
  'onlyQueue',
  'menuShown',
  'menuNotUnderstood',
  'queueChosen',
  'wentBack',
  'customerLeft',
  'audioRefused',
  'optionsShown',
  'optionChosen',
  'optionNotUnderstood',
  'optionMovedQueue',
  'optionGaveAttendant',
  'integrationMissing',
  'closedByQueue',
  'closedByOption',
  'turnsUsedUp',
  'tooSoon',
  'chosenAtRandom',
] as const satisfies readonly BotReason[];
export type LoggedReason = (typeof loggedReasons)[number];

export const optionKinds = ['text', 'attendent', 'queue', 'integration', 'file'] as const;
export type OptionKind = (typeof optionKinds)[number];
export const menuForms = ['text', 'list', 'button'] as const;
export type MenuForm = (typeof menuForms)[number];

/** A tree of options is read by people: deeper or larger ones are refused. */
export const MAX_OPTION_DEPTH = 5;
export const MAX_OPTIONS = 200;
