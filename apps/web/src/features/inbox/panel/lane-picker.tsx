/** The ticket's lane on the board, which can also be changed here. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useLanes } from '../../../entities/tags/tags.api.ts';
import { cacheTicket } from '../../../entities/tickets/tickets.api.ts';
import { api } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, SelectField, useToast } from '../../../ui/index.ts';
import css from './panel.module.css';
import { panelTexts } from './panel.texts.ts';

const NONE = 0;

export function LanePicker({ ticket }: { ticket: Ticket }) {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const lanes = useLanes().data?.lista ?? [];
  const move = useMoveTo(ticket);
  const chosen = ticket.tags[0];
  const at = lanes.findIndex(({ id }) => id === chosen?.id);
  if (lanes.length === 0) return null;

  return (
    <section className={cx(css.section, css.stage)}>
      <SelectField
        label={t('stage')}
        options={[
          { value: NONE, label: t('noStage') },
          ...lanes.map(({ id, name, color }) => ({ value: id, label: name, color })),
        ]}
        value={chosen?.id ?? NONE}
        onChange={(id) => move.mutate(id, { onError: toast.failed })}
      />
      {at >= 0 && (
        <div className={css.stages} role="img" aria-label={t('stageOf', { at: at + 1, of: lanes.length })}>
          {lanes.map(({ id }, index) => (
            <span
              key={id}
              className={index <= at ? 'c-mark' : undefined}
              style={{ '--c': chosen?.color } as CSSProperties}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Optimistic; restored when the server refuses. */
function useMoveTo(ticket: Ticket) {
  const client = useQueryClient();
  const lanes = useLanes();
  return useMutation({
    mutationFn: async (id: number): Promise<unknown> =>
      id === NONE
        ? api.tickets.clearLane({ params: { ticketId: ticket.id } })
        : api.tickets.setLane({ params: { ticketId: ticket.id, tagId: id } }),
    onMutate: (id) => {
      const lane = lanes.data?.lista.find((candidate) => candidate.id === id);
      cacheTicket(client, { ...ticket, tags: lane ? [{ id, name: lane.name, color: lane.color }] : [] });
      return { before: ticket };
    },
    onError: (_error, _id, context) => context && cacheTicket(client, context.before),
  });
}
