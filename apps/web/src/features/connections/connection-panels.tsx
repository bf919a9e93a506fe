/** The tab panels of the connection dialog. All stay mounted except flow and hours, so that fields keep their state. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useTexts } from '../../lib/use-texts.ts';
import { ConnectionAutomatic } from './connection-automatic.tsx';
import { ConnectionChatbot } from './connection-chatbot.tsx';
import css from './connection-dialog.module.css';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm, ConnectionTab } from './connection-form.ts';
import { ConnectionFlow } from './connection-flow.tsx';
import { ConnectionGeneral } from './connection-general.tsx';
import { ConnectionIntegrations } from './connection-integrations.tsx';
import { ConnectionHours } from './connection-hours.tsx';
import { ConnectionMessages } from './connection-messages.tsx';
import { ConnectionRatings } from './connection-ratings.tsx';
import { TokenRow } from './token.tsx';
import type { useAutomatic } from './use-automatic.ts';

interface ConnectionPanelsProps {
  form: ConnectionForm;
  /** Undefined for a new connection. */
  connection: Connection | undefined;
  tabs: ConnectionTab[];
  tab: ConnectionTab;
  checksFirst: boolean;
  isRatingEnabled: boolean;
  /** Name of the greeting file after saving; null without one. */
  fileName: string | null;
  onFile: (file: File | null) => void;
  automatic: ReturnType<typeof useAutomatic>;
}

export function ConnectionPanels({ form, connection, tabs, tab, automatic, ...props }: ConnectionPanelsProps) {
  const t = useTexts(formTexts);
  const hasHours = tabs.includes('hours');
  const panelProps = (key: ConnectionTab) => ({
    className: css.panel,
    role: 'tabpanel',
    hidden: tab !== key,
    'aria-label': t(key),
  });
  return (
    <>
      <div {...panelProps('general')}>
        <ConnectionGeneral form={form} connection={connection} checksFirst={props.checksFirst} />
      </div>
      {tabs.includes('integrations') && (
        <div {...panelProps('integrations')}>
          {tab === 'integrations' && <ConnectionIntegrations form={form} />}
          {connection && <TokenRow connection={connection} />}
        </div>
      )}
      <div {...panelProps('messages')}>
        <ConnectionMessages form={form} hasHours={hasHours} fileName={props.fileName} onFile={props.onFile} />
        {connection?.channel === 'whatsappapi' && tab === 'messages' && (
          <ConnectionAutomatic
            connectionId={connection.id}
            chosen={automatic.chosen}
            onChange={automatic.change}
            tried={automatic.tried}
          />
        )}
      </div>
      <div {...panelProps('chatbot')}>
        <ConnectionChatbot form={form} />
      </div>
      <div {...panelProps('ratings')}>
        <ConnectionRatings form={form} isRatingEnabled={props.isRatingEnabled} />
      </div>
      {tabs.includes('flow') && <div {...panelProps('flow')}>{tab === 'flow' && <ConnectionFlow form={form} />}</div>}
      {hasHours && <div {...panelProps('hours')}>{tab === 'hours' && <ConnectionHours form={form} />}</div>}
    </>
  );
}
