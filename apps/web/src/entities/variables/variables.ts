/** The message variables and their example values, for chips and previews. */
import { renderVariables, protocolOf, variableNames } from '@balcao/domain/message/variables';
import { useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { variableTexts } from './variables.texts.ts';

export type Variable =
  | 'firstName'
  | 'name'
  | 'userName'
  | 'ms'
  | 'protocol'
  | 'date'
  | 'hour'
  | 'ticket_id'
  | 'queue'
  | 'connection'
  | 'position';

/** All variables, the most used first. */
const inOrder: readonly Variable[] = ['firstName', 'ms', 'queue', 'protocol', 'userName'];
export const messageVariables: readonly Variable[] = [
  ...inOrder,
  ...(variableNames as Variable[]).filter((name) => !inOrder.includes(name)),
];
/** While the bot answers, no agent has a name yet. */
export const botVariables = messageVariables.filter((name) => name !== 'userName');
/** Only the message about the position in the queue knows it. */
export const positionVariables: readonly Variable[] = ['position', ...botVariables];

const EXAMPLE_TICKET = 48213;
const EXAMPLE_POSITION = 2;

/** Renders a message as this user would send it now, with an example contact. */
export function useExample(): (message: string) => string {
  const t = useTexts(variableTexts);
  const { user } = useSession();
  const [now] = useState(() => new Date());
  return (message) =>
    renderVariables(message.replaceAll(/\{\{\s*position\s*\}\}/g, String(EXAMPLE_POSITION)), {
      contactName: t('exampleContact'),
      userName: user.name,
      queueName: user.queues[0]?.name ?? t('exampleQueue'),
      connectionName: t('exampleConnection'),
      ticketId: EXAMPLE_TICKET,
      protocol: protocolOf(EXAMPLE_TICKET, now, user.company.timeZone),
      timeZone: user.company.timeZone,
      now,
    });
}
