import { memo } from 'react';
import {
  TicketSeparator,
  CallSeparator,
  DayPill,
  EventsSeparator,
  ReactionSeparator,
  UnreadSeparator,
} from './separators.tsx';
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
  switch (row.type) {
    case 'day':
      return <DayPill day={row.day} />;
    case 'unread':
      return <UnreadSeparator count={row.count} />;
    case 'border':
      return <TicketSeparator ticketNumber={row.ticketNumber} />;
    case 'events':
      return <EventsSeparator entries={row.entries} />;
    case 'reaction':
      return <ReactionSeparator message={row.message} />;
    case 'pending':
      return <PendingRow pending={row.pending} isFirst={row.isFirst} />;
    case 'message':
      if (row.message.mediaType === 'call_log') return <CallSeparator message={row.message} />;
      return <MessageRow row={row} flash={flash} isPicked={isPicked} onPick={onPick} />;
  }
});
