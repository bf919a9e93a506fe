import type { Content } from '../../../channels/port.ts';
import type { OutgoingContent } from '../content.ts';

/** How long after a send its echo may arrive without our reference. */
export const ECHO_MINUTES = 10;

/**
 * Whether an echo without our reference is the message that was sent. Instagram is not documented to return the reference,
 * so its echoes are recognized by their content.
 */
export function isEchoOf(sent: OutgoingContent, echo: Content): boolean {
  if (sent.kind === 'media' && echo.kind === 'media') return sent.type === echo.type;
  return sent.kind === 'text' && echo.kind === 'text' && plain(sent.text) === plain(echo.text);
}

/** Formatting marks and spaces may differ between what is sent and what returns. */
const plain = (text: string): string => text.replace(/[\s*_~`]+/g, '');
