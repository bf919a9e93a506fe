/** Why the bot replied, did not reply or handed the ticket over. The conversation and the bot tester translate them. */
export const botReasons = [
  // ownership
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
  // agent
  'chosenAtRandom',
  'nobodyToChoose',
  'notDistributed',
  // position
  'positionTold',
  'positionNotTold',
  // an earlier step answered or stopped
  'alreadyAnswered',
] as const;
export type BotReason = (typeof botReasons)[number];

/** Reasons that the ticket log stores. */
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
