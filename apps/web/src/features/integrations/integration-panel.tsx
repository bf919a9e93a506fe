/** One integration beside the list: a test call, and the last calls of conversations. */
import type { Integration } from '@balcao/contract/endpoints/integrations';
import { useState } from 'react';
import { integrationFieldTexts } from '../../entities/integrations/integration-field.texts.ts';
import { IntegrationTile } from '../../entities/integrations/integration-tile.tsx';
import { useIntegration } from '../../entities/integrations/integrations.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { ErrorState, IconButton, SidePanel, Tabs } from '../../ui/index.ts';
import { DeliveriesPart } from './deliveries-part.tsx';
import { IntegrationStatus } from './integration-status.tsx';
import css from './integrations.module.css';
import { integrationTexts } from './integrations.texts.ts';
import { sendsWebhooks } from './sends-webhooks.ts';
import { TestPart } from './test-part.tsx';

interface IntegrationPanelProps {
  row: Integration;
  onEdit: (integration: Integration) => void;
  onClose: () => void;
}

export function IntegrationPanel({ row, onEdit, onClose }: IntegrationPanelProps) {
  const t = useTexts(integrationTexts);
  const typeName = useTexts(integrationFieldTexts);
  const language = useLanguage();
  const { data: integration = row, error, refetch } = useIntegration(row);
  const [part, setPart] = useState<'test' | 'calls'>('test');
  const { id, name, type } = integration;
  const isHook = sendsWebhooks(type);
  // A flow has its own list of what it did.
  const hasCalls = type !== 'flowbuilder';
  return (
    <SidePanel
      label={name}
      icon={<IntegrationTile type={type} size={36} />}
      title={name}
      subtitle={t('typeAndId', { type: typeName(type), id })}
      actions={<IconButton icon="edit" label={t('editNamed', { name })} onClick={() => onEdit(integration)} />}
      width={492}
      onClose={onClose}
      tabs={
        hasCalls && (
          <Tabs
            label={t('panelTabs')}
            tabs={[
              { key: 'test', label: t('testTab') },
              { key: 'calls', label: t(isHook ? 'deliveriesTab' : 'callsTab') },
            ]}
            active={part}
            onChange={setPart}
          />
        )
      }
    >
      {error ? (
        <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />
      ) : (
        <>
          <div className={css.now}>
            <IntegrationStatus integration={integration} />
          </div>
          {/* Stays mounted, so that the result of a test is still there after a look at the deliveries. */}
          <div hidden={hasCalls && part !== 'test'}>
            <TestPart integration={integration} />
          </div>
          {hasCalls && part === 'calls' && <DeliveriesPart integrationId={id} isHook={isHook} />}
        </>
      )}
    </SidePanel>
  );
}
