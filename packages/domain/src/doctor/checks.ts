/** What the doctor checks: each check measures one number, and its limits decide the state. */
export const doctorAreas = [
  'machine',
  'database',
  'backups',
  'work',
  'channels',
  'storage',
  'secrets',
  'access',
] as const;
export type DoctorArea = (typeof doctorAreas)[number];
export type CheckState = 'ok' | 'warning' | 'error' | 'unknown';
export type CheckUnit = 'percent' | 'seconds' | 'milliseconds' | 'hours' | 'days' | 'count' | 'yes-no';

interface Limits {
  area: DoctorArea;
  unit: CheckUnit;
  /** The state begins beyond the limit, or below it for numbers that should be high. */
  warning?: number;
  error?: number;
  isLowBad?: true;
}

export const doctorChecks = {
  disk: { area: 'machine', unit: 'percent', warning: 80, error: 92 },
  diskForecast: { area: 'machine', unit: 'days', warning: 7, error: 3, isLowBad: true },
  memory: { area: 'machine', unit: 'percent', warning: 90, error: 97 },
  clock: { area: 'machine', unit: 'seconds', warning: 1, error: 30 },
  openFileLimit: { area: 'machine', unit: 'count', warning: 4096, error: 1024, isLowBad: true },
  openFiles: { area: 'machine', unit: 'percent', warning: 70, error: 90 },
  databaseAnswer: { area: 'database', unit: 'milliseconds', warning: 50, error: 1000 },
  databaseConnections: { area: 'database', unit: 'percent', warning: 70, error: 90 },
  longestWrite: { area: 'database', unit: 'seconds', warning: 5, error: 60 },
  checksumFailures: { area: 'database', unit: 'count', error: 0 },
  databaseVersion: { area: 'database', unit: 'count', error: 18, isLowBad: true },
  extensions: { area: 'database', unit: 'count', error: 0 },
  databaseRole: { area: 'database', unit: 'yes-no', error: 1, isLowBad: true },
  migrations: { area: 'database', unit: 'count', warning: 0 },
  backupsConfigured: { area: 'backups', unit: 'yes-no', warning: 1, isLowBad: true },
  serverArchive: { area: 'backups', unit: 'yes-no', warning: 1, isLowBad: true },
  backupKey: { area: 'backups', unit: 'yes-no', warning: 1, isLowBad: true },
  backupDestination: { area: 'backups', unit: 'yes-no', error: 1, isLowBad: true },
  lastBackup: { area: 'backups', unit: 'hours', warning: 26, error: 50 },
  lastDrill: { area: 'backups', unit: 'hours', warning: 50, error: 170 },
  newestDrill: { area: 'backups', unit: 'yes-no', error: 1, isLowBad: true },
  logWaiting: { area: 'backups', unit: 'seconds', warning: 300, error: 3600 },
  logComplete: { area: 'backups', unit: 'yes-no', error: 1, isLowBad: true },
  backupDisk: { area: 'backups', unit: 'percent', warning: 80, error: 92 },
  backupDiskForecast: { area: 'backups', unit: 'days', warning: 7, error: 3, isLowBad: true },
  inboxLag: { area: 'work', unit: 'seconds', warning: 60, error: 600 },
  outboxOldest: { area: 'work', unit: 'seconds', warning: 300, error: 3600 },
  unknownSends: { area: 'work', unit: 'count', warning: 0, error: 100 },
  quarantine: { area: 'work', unit: 'count', warning: 0, error: 1000 },
  failedJobs: { area: 'work', unit: 'count', warning: 0, error: 100 },
  sweeps: { area: 'work', unit: 'seconds', warning: 180, error: 900 },
  eventLag: { area: 'work', unit: 'seconds', warning: 10, error: 60 },
  campaignsHeld: { area: 'work', unit: 'count', warning: 0 },
  disconnected: { area: 'channels', unit: 'count', warning: 0 },
  silentConnections: { area: 'channels', unit: 'count', warning: 0 },
  lastWebhook: { area: 'channels', unit: 'hours', warning: 24, error: 72 },
  accessTokens: { area: 'channels', unit: 'days', warning: 365 },
  storage: { area: 'storage', unit: 'yes-no', error: 1, isLowBad: true },
  ffmpeg: { area: 'storage', unit: 'yes-no', warning: 1, isLowBad: true },
  qrPackage: { area: 'storage', unit: 'yes-no', warning: 1, isLowBad: true },
  secretFiles: { area: 'secrets', unit: 'count', error: 0 },
  oldSecret: { area: 'secrets', unit: 'days', warning: 7 },
  demoData: { area: 'secrets', unit: 'count', warning: 0 },
  publicUrl: { area: 'access', unit: 'yes-no', error: 1, isLowBad: true },
  webSocket: { area: 'access', unit: 'yes-no', error: 1, isLowBad: true },
  trustProxy: { area: 'access', unit: 'yes-no', warning: 1, isLowBad: true },
  certificate: { area: 'access', unit: 'days', warning: 14, error: 3, isLowBad: true },
  movedCompanies: { area: 'access', unit: 'count', warning: 0 },
  restored: { area: 'access', unit: 'count', warning: 0 },
} as const satisfies Record<string, Limits>;
export type CheckId = keyof typeof doctorChecks;
export const checkIds = Object.keys(doctorChecks) as CheckId[];

/** Null: it could not be measured. Undefined: it does not apply to this server. */
export type Measured = number | null | undefined;

export function stateOf(id: CheckId, value: number | null): CheckState {
  if (value === null || Number.isNaN(value)) return 'unknown';
  const { warning, error, isLowBad }: Limits = doctorChecks[id];
  const isBeyond = (limit: number | undefined) => limit !== undefined && (isLowBad ? value < limit : value > limit);
  return isBeyond(error) ? 'error' : isBeyond(warning) ? 'warning' : 'ok';
}

const ORDER: CheckState[] = ['ok', 'unknown', 'warning', 'error'];

/** The state of the whole server: its worst check. */
export const worstOf = (states: readonly CheckState[]): CheckState =>
  states.reduce<CheckState>((worst, state) => (ORDER.indexOf(state) > ORDER.indexOf(worst) ? state : worst), 'ok');

/** For scripts: 0 fine, 1 warnings, 2 errors. */
export const exitCodeOf = (worst: CheckState): number => (worst === 'error' ? 2 : worst === 'ok' ? 0 : 1);
