/** What a Typebot orders by a reply that starts with `#` and JSON. The bot stops in every case. */
export type BotCommand = { type: 'stop' } | { type: 'transfer'; queueId: number; userId: number | null };

const MAX_COMMAND_LENGTH = 500;

/** Undefined for a text that is no command, and for JSON that orders nothing we know: that is a text for the customer. */
export function parseBotCommand(reply: string): BotCommand | undefined {
  const text = reply.trim();
  if (!text.startsWith('#') || text.length > MAX_COMMAND_LENGTH) return undefined;
  const order = objectOf(text.slice(1));
  if (!order) return undefined;
  const [queueId, userId] = [idOf(order['queueId']), idOf(order['userId'])];
  if (queueId !== null) return { type: 'transfer', queueId, userId };
  return order['stopBot'] === true ? { type: 'stop' } : undefined;
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Numbers are written as such or as text. */
function idOf(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 && id < 2 ** 31 ? id : null;
}
