import { memo } from 'react';
import { BorderLine, CallLine, DayPill, EventsLine, ReactionLine, UnreadLine } from './lines.tsx';
import { MessageRow } from './message-row.tsx';
import { PendingRow } from './pending-row.tsx';
import type { Row } from './rows.ts';

interface RowViewProps {
  row: Row;
  flash: number | null;
  isPicked: boolean | null;
  onPick(id: number): void;
}

export const RowView = memo(function RowView({ row, flash, isPicked, onPick }: RowViewProps) {
  switch (row.is) {
    case 'day':
      return <DayPill day={row.day} />;
    case 'unread':
      return <UnreadLine count={row.count} />;
    case 'border':
      return <BorderLine ticketId={row.ticketId} />;
    case 'events':
      return <EventsLine entries={row.entries} />;
    case 'reaction':
      return <ReactionLine message={row.message} />;
    case 'pending':
      return <PendingRow pending={row.pending} isFirst={row.isFirst} />;
    case 'message':
      if (row.message.mediaType === 'call_log') return <CallLine message={row.message} />;
      return <MessageRow row={row} flash={flash} isPicked={isPicked} onPick={onPick} />;
  }
});
