/** The /ai-prices screen: what the calls of each model cost, for all companies. */
import { lazy, Suspense, useState } from 'react';
import { useChangePrices, usePrices, type AiPrice } from '../../entities/ai-usage/ai-usage.api.ts';
import { formatExactMicros } from '../../entities/ai-usage/micros.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  ConfirmDialog,
  InfiniteTable,
  Page,
  useToast,
  type ButtonKind,
  type Column,
  EditAndRemove,
} from '../../ui/index.ts';
import { priceTexts } from './ai-prices.texts.ts';
import { isSame } from './same-price.ts';

// The form is loaded on first use.
const PriceDialog = lazy(() => import('./price-dialog.tsx').then((module) => ({ default: module.PriceDialog })));

export function AiPricesPage() {
  const t = useTexts(priceTexts);
  const language = useLanguage();
  const { data, isPending, error, refetch } = usePrices();
  const [open, setOpen] = useState<AiPrice | 'new'>();
  const [removing, setRemoving] = useState<AiPrice>();
  const columns = useColumns({ onEdit: setOpen, onRemove: setRemoving });
  const add = (kind: ButtonKind) => (
    <Button kind={kind} icon="plus" onClick={() => setOpen('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} count={data?.prices.length} actions={add('primary')}>
      <p className="muted">{t('lead')}</p>
      <InfiniteTable
        label={t('title')}
        rows={data?.prices ?? []}
        rowKey={({ provider, model }) => `${provider} ${model}`}
        columns={columns}
        hasMore={false}
        onMore={() => {}}
        loading={isPending}
        error={error && errorText(error, language)}
        onRetry={() => void refetch()}
        onOpen={setOpen}
        empty={{ icon: 'receipt', title: t('emptyTitle'), text: t('emptyText'), action: add('default') }}
      />
      {open && (
        <Suspense>
          <PriceDialog price={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
      {removing && <RemovePrice price={removing} onClose={() => setRemoving(undefined)} />}
    </Page>
  );
}

interface ColumnActions {
  onEdit: (price: AiPrice) => void;
  onRemove: (price: AiPrice) => void;
}

function useColumns({ onEdit, onRemove }: ColumnActions): Column<AiPrice>[] {
  const t = useTexts(priceTexts);
  const amount = (
    key: 'inputPerMillion' | 'outputPerMillion' | 'perMinute' | 'perMillionCharacters',
    spare = false,
  ): Column<AiPrice> => ({
    key,
    head: t(key),
    align: 'right',
    spare,
    cell: (price) => (price[key] === 0 ? '–' : formatExactMicros(price[key])),
  });
  return [
    { key: 'model', head: t('model'), primary: true, cell: ({ model }) => <span className="cut">{model}</span> },
    { key: 'service', head: t('service'), cell: ({ provider }) => t(provider) },
    amount('inputPerMillion'),
    amount('outputPerMillion'),
    amount('perMinute', true),
    amount('perMillionCharacters', true),
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (price) => (
        <EditAndRemove
          edit={{ label: t('editNamed', { name: price.model }), onClick: () => onEdit(price) }}
          remove={{ label: t('removeNamed', { name: price.model }), onClick: () => onRemove(price) }}
        />
      ),
    },
  ];
}

function RemovePrice({ price, onClose }: { price: AiPrice; onClose: () => void }) {
  const t = useTexts(priceTexts);
  const toast = useToast();
  const change = useChangePrices();
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: price.model })}
      text={t('removeText')}
      verb={t('remove')}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate((prices) => prices.filter((other) => !isSame(other, price)), toast.outcome(t('removed'), onClose))
      }
      onClose={onClose}
    />
  );
}
