/** One integration beside the list: a test call and the last deliveries. */
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
  const [part, setPart] = useState<'testTab' | 'deliveriesTab'>('testTab');
  const { id, name, type } = integration;
  const hasDeliveries = sendsWebhooks(type);
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
        hasDeliveries && (
          <Tabs
            label={t('panelTabs')}
            tabs={(['testTab', 'deliveriesTab'] as const).map((key) => ({ key, label: t(key) }))}
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
          <div hidden={hasDeliveries && part !== 'testTab'}>
            <TestPart integration={integration} />
          </div>
          {hasDeliveries && part === 'deliveriesTab' && <DeliveriesPart integrationId={id} />}
        </>
      )}
    </SidePanel>
  );
}
