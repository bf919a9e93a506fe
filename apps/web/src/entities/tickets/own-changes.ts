/** Tickets that an action of this user is changing. The reply says what became of them; the server is not asked as well. */
const running = new Map<number, number>();

/** Runs a change of a ticket, including what follows from it on the screen. */
export async function whileChanging<T>(ticketId: number, action: () => Promise<T>): Promise<T> {
  running.set(ticketId, (running.get(ticketId) ?? 0) + 1);
  try {
    return await action();
  } finally {
    const left = running.get(ticketId)! - 1;
    if (left > 0) running.set(ticketId, left);
    else running.delete(ticketId);
  }
}

export const isChanging = (ticketId: number): boolean => running.has(ticketId);
