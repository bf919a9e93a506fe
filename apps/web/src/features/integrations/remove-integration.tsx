import { IntegrationUses, type Integration } from '@balcao/contract/endpoints/integrations';
import { useState } from 'react';
import { useRemoveIntegration } from '../../entities/integrations/integrations.api.ts';
import { ApiError } from '../../lib/api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, CardDialog, ConfirmDialog, useToast } from '../../ui/index.ts';
import css from './integrations.module.css';
import { integrationTexts } from './integrations.texts.ts';
import { useUses } from './uses.ts';

interface RemoveIntegrationProps {
  integration: Integration;
  onRemoved: () => void;
  onClose: () => void;
}

/** Confirmation; an integration in use is not deleted, and what uses it is named. */
export function RemoveIntegration({ integration, onRemoved, onClose }: RemoveIntegrationProps) {
  const t = useTexts(integrationTexts);
  const toast = useToast();
  const remove = useRemoveIntegration();
  const usesOf = useUses();
  // Another user may have chosen it after the list was read.
  const [laterUses, setLaterUses] = useState<IntegrationUses>();
  const uses = usesOf(laterUses ?? integration.usedBy);
  if (uses.length > 0)
    return (
      <CardDialog
        title={t('inUseTitle', { name: integration.name })}
        onClose={onClose}
        footer={
          <Button kind="primary" data-autofocus onClick={onClose}>
            {t('understood')}
          </Button>
        }
      >
        <p>{t('inUseText')}</p>
        <ul className={css.uses}>
          {uses.map((use) => (
            <li key={use}>{use}</li>
          ))}
        </ul>
      </CardDialog>
    );
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: integration.name })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(integration.id, {
          onSuccess: () => {
            toast.done(t('removed'));
            onRemoved();
            onClose();
          },
          onError: (error) => {
            const refused = usesIn(error);
            if (refused) return setLaterUses(refused);
            toast.failed(error);
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}

/** The server lists the uses as JSON in place of the code. */
function usesIn(error: unknown): IntegrationUses | undefined {
  if (!(error instanceof ApiError) || !error.code.startsWith('{')) return undefined;
  const parsed = IntegrationUses.safeParse(JSON.parse(error.code));
  return parsed.success ? parsed.data : undefined;
}
