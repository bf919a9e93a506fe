/** Statuses of a campaign, as the specification names them. */
export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/**
 * Why a running campaign sends nothing until its cause is gone: a user paused it; the connection is down; its health is
 * red or the channel restricted it; the template cannot be sent; too many failures or opt-outs; the company is overdue,
 * inactive or has no campaigns in its plan; the connection was grey for a day, so that a user must confirm.
 */
export const holds = ['user', 'connection', 'health', 'template', 'results', 'company', 'unattended'] as const;
export type Hold = (typeof holds)[number];
/** Why a running campaign sends nothing for a while: outside its hours, budget of the day, new contacts of the day. */
export const waitReasons = ['start', 'hours', 'budget', 'cold', 'rate'] as const;
export type WaitReason = (typeof waitReasons)[number];

export const recipientStates = [
  'planned',
  'asking',
  'asked',
  'confirmed',
  'queued',
  'held',
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
  'skipped',
  'declined',
  'no-answer',
] as const;
export type RecipientState = (typeof recipientStates)[number];

export const skipReasons = [
  'invalid',
  'duplicate',
  'blocked',
  'opted-out',
  'cold',
  'window-closed',
  'no-template',
  'erased',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Where the recipients come from. `results`: those of an earlier campaign with a certain outcome. */
export const audienceKinds = ['list', 'tag', 'results'] as const;
export type AudienceKind = (typeof audienceKinds)[number];
/** Outcomes for which a new campaign can be made. */
export const resultFilters = ['held-back', 'failed', 'no-answer', 'not-read', 'not-replied'] as const;
export type ResultFilter = (typeof resultFilters)[number];

export const rateModes = ['settings', 'account'] as const;
export type RateMode = (typeof rateModes)[number];

export const MAX_VARIANTS = 5;

/** Defaults and bounds of the specification. Intervals are in seconds. */
export const defaultCampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  sabado: false,
  domingo: false,
  startHour: '09:00',
  endHour: '18:00',
  /** Words that decline a confirmation, separated by commas. */
  refusalWords: 'não, nao, no, n, não quero, agora não, não obrigado, no gracias, no thanks',
} as const;
export const campaignSettingBounds = {
  messageInterval: { min: 0, max: 120 },
  longerIntervalAfter: { min: 0, max: 60 },
  /** 0 or at least 20. */
  greaterInterval: { min: 20, max: 180 },
} as const;

/** Guards of a connection: a hold begins above these shares. */
export const defaultGuards = { failedPercent: 10, optedOutPercent: 3 } as const;
