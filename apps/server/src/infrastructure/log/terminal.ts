/** Formats a record for a terminal: time, level, message, then the fields. Always exactly one line. */
export type LogRecord = { level: string; time: string; msg?: string; [field: string]: unknown };

const COLORS: Record<string, string> = { trace: '90', debug: '36', info: '32', warn: '33', error: '31', fatal: '35' };

export function lineForTerminal({ level, time, msg = '', ...fields }: LogRecord): string {
  const label = `\u001b[${COLORS[level] ?? '0'}m${level.toUpperCase().padEnd(5)}\u001b[0m`;
  const details = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${time.slice(11, 23)} ${label} ${visible([msg, ...details].join('  '))}`;
}

/** Escapes characters that could move the cursor, change a color, reverse the text direction or start a line. */
function visible(text: string): string {
  return text
    .replace(/\r?\n|\\n/g, ' ⏎ ')
    .replace(
      /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
