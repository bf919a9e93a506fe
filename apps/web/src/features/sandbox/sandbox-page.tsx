/** The /sandbox screen: simulates a customer on a connection, and shows beside it how the system reacts. */
import type { SandboxConnection } from '@balcao/contract/endpoints/sandbox';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useProviders } from '../../entities/connections/connections.api.ts';
import { useSandbox } from '../../entities/sandbox/sandbox.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EmptyState, ErrorState, Skeleton } from '../../ui/index.ts';
import { CustomersPanel } from './customers-panel.tsx';
import { PanelSwitch } from './panel-switch.tsx';
import { Phone } from './phone.tsx';
import { SandboxHeader } from './sandbox-header.tsx';
import css from './sandbox.module.css';
import { sandboxTexts } from './sandbox.texts.ts';
import { SystemPanel } from './system-panel.tsx';
import { usePanels } from './use-panels.ts';

export function SandboxPage() {
  const t = useTexts(sandboxTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const sandbox = useSandbox();
  const isOff = useProviders().data?.includes('sandbox') === false;
  const connection = useChosen(sandbox.data?.connections ?? []);

  if (sandbox.data && connection)
    return <SandboxLayout connections={inOrder(sandbox.data.connections)} connection={connection} />;
  return (
    <div className={css.frame}>
      <SandboxHeader />
      <div className={css.alone}>
        {sandbox.data && (
          <EmptyState
            icon="device"
            title={t('noneTitle')}
            text={t(isOff ? 'switchedOff' : 'noneText')}
            action={
              <Button
                kind="primary"
                icon={isOff ? undefined : 'plus'}
                onClick={() => void navigate({ to: '/connections', search: isOff ? {} : { add: 'whatsapp' } })}
              >
                {t(isOff ? 'toConnections' : 'makeOne')}
              </Button>
            }
          />
        )}
        {sandbox.error && !sandbox.data && (
          <ErrorState text={errorText(sandbox.error, language)} onRetry={() => void sandbox.refetch()} />
        )}
        {sandbox.isPending && <Skeleton width={360} height="min(720px, 70vh)" />}
      </div>
    </div>
  );
}

function SandboxLayout({
  connections,
  connection,
}: {
  connections: SandboxConnection[];
  connection: SandboxConnection;
}) {
  const t = useTexts(sandboxTexts);
  const panels = usePanels();
  const { panel, setPanel, isOneAtATime } = panels;
  const { customer: customerId } = useSearch({ strict: false }) as SandboxSearch;
  const navigateTo = useSandboxNavigation();
  const customer = connection.customers.find(({ id }) => id === customerId) ?? connection.customers[0];

  return (
    <div className={css.frame}>
      <SandboxHeader connection={connection} customer={customer} />
      <PanelSwitch
        label={t('panels')}
        names={{ people: t('peoplePanel'), phone: t('phonePanel'), system: t('systemPanel') }}
        {...panels}
      />
      <div className={css.stage} data-panel={panel}>
        <CustomersPanel
          connections={connections}
          connection={connection}
          customer={customer}
          onConnection={(id) => navigateTo({ connection: id })}
          onCustomer={(id) => {
            navigateTo({ connection: connection.id, customer: id });
            if (isOneAtATime) setPanel('phone');
          }}
        />
        <div className={css.middle}>
          {customer && <Phone key={`${connection.id}:${customer.id}`} connection={connection} customer={customer} />}
        </div>
        {customer && <SystemPanel connection={connection} customer={customer} />}
      </div>
    </div>
  );
}

/** The state in the URL, which can be bookmarked and shared. */
interface SandboxSearch {
  connection?: number;
  customer?: string;
}

function useSandboxNavigation() {
  const navigate = useNavigate();
  return (search: SandboxSearch) => void navigate({ to: '/sandbox', search, replace: true });
}

function useChosen(connections: readonly SandboxConnection[]): SandboxConnection | undefined {
  const { connection } = useSearch({ strict: false }) as SandboxSearch;
  return connections.find(({ id }) => id === connection) ?? inOrder(connections)[0];
}

const order: readonly SandboxConnection['channel'][] = ['whatsapp', 'whatsappapi', 'instagram', 'facebook'];
/** WhatsApp first, because it is used most. */
const inOrder = (connections: readonly SandboxConnection[]): SandboxConnection[] =>
  connections.toSorted((a, b) => order.indexOf(a.channel) - order.indexOf(b.channel));
