/** Resolves with or without a farewell, whose text is shown first. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useState } from 'react';
import { useConnections } from '../../../entities/connections/connections.api.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Dialog, useToast } from '../../../ui/index.ts';
import { actionTexts } from './actions.texts.ts';
import css from './actions.module.css';
import type { ActionDialogProps } from './ticket-actions.ts';
import { farewellOf, type Farewell } from './farewell.ts';
import { Progress, useBulkActions } from './bulk-actions.tsx';

export function ResolveDialog({ tickets, operations, onClose }: { tickets: readonly Ticket[] } & ActionDialogProps) {
  const t = useTexts(actionTexts);
  const toast = useToast();
  const bulk = useBulkActions(tickets);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [first, ...more] = tickets;
  const { user } = useSession();
  const connections = useConnections().data;
  // What is sent to the customer; of several tickets each gets its own.
  const farewell = first && more.length === 0 ? farewellOf(first, user, connections) : undefined;
  const isOver = bulk.run !== null && !bulk.run.isRunning;

  const resolve = async (sendsFarewell: boolean) => {
    setChosen(sendsFarewell);
    if (first && more.length === 0) {
      await operations.resolveWith(first, sendsFarewell);
      return onClose();
    }
    const failures = await bulk.start((ticket) =>
      operations.close(ticket, sendsFarewell).then(() => operations.leave(ticket)),
    );
    setChosen(null);
    if (failures.length > 0) return;
    toast.done(t('resolvedMany', { count: tickets.length }));
    onClose();
  };

  return (
    <Dialog
      title={
        more.length > 0
          ? t('resolveMany', { count: tickets.length })
          : t('resolveTitle', { name: firstName(first?.contact.name ?? '') })
      }
      width={560}
      onClose={onClose}
      footer={
        isOver ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <>
            <Button busy={chosen === false} disabled={chosen === true} onClick={() => void resolve(false)}>
              {t('quietly')}
            </Button>
            <Button
              kind="primary"
              icon="check"
              data-autofocus
              busy={chosen === true}
              disabled={chosen === false}
              onClick={() => void resolve(true)}
            >
              {t(farewell?.by === 'rating' ? 'withRating' : 'withFarewell')}
            </Button>
          </>
        )
      }
    >
      {!isOver && <p className={css.text}>{t(more.length > 0 ? 'resolveManyText' : 'resolveText')}</p>}
      {first && more.length === 0 && <FarewellText ticket={first} farewell={farewell} />}
      <Progress run={bulk.run} />
    </Dialog>
  );
}

function FarewellText({ ticket, farewell }: { ticket: Ticket; farewell: Farewell | undefined }) {
  const t = useTexts(actionTexts);
  const { user } = useSession();
  if (!farewell || farewell.text === null) return null;
  const from = {
    attendant: t('ownFarewell', { name: user.name }),
    connection: t('houseFarewell', { name: ticket.whatsapp?.name ?? '' }),
    rating: t('rating'),
  }[farewell.by];
  return (
    <p className={css.farewell}>
      {`“${farewell.text}”`}
      <small>{from}</small>
    </p>
  );
}

const firstName = (name: string): string => name.trim().split(/\s+/, 1)[0] || name;
