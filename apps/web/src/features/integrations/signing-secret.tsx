/** The key that signs webhooks. It is shown once, when it is generated. */
import type { Integration } from '@balcao/contract/endpoints/integrations';
import { useState } from 'react';
import { useRotateSecret } from '../../entities/integrations/integrations.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, CardDialog, ConfirmDialog, useToast } from '../../ui/index.ts';
import { OneTimeSecret } from '../../ui/one-time-secret.tsx';
import { integrationFormTexts } from './integration-form.texts.ts';
import css from './integrations.module.css';

interface SecretRowProps {
  integration: Integration;
  /** The new one, which is shown only now. */
  secret: string | undefined;
  onSecret: (secret: string) => void;
}

/** Shows the last characters of the secret and replaces it on request. */
export function SecretRow({ integration, secret, onSecret }: SecretRowProps) {
  const t = useTexts(integrationFormTexts);
  const toast = useToast();
  const rotate = useRotateSecret();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <div className={css.secretRow}>
        <span>
          <b>{t('secret')}</b>
          <span>{t('secretText', { last4: `…${secret?.slice(-4) ?? integration.signingSecretLast4}` })}</span>
        </span>
        <Button size="sm" icon="refresh" onClick={() => setConfirming(true)}>
          {t('secretNew')}
        </Button>
      </div>
      {secret && <NewSecret value={secret} />}
      {isConfirming && (
        <ConfirmDialog
          danger
          title={t('secretNewTitle', { name: integration.name })}
          text={t('secretNewText')}
          verb={t('secretNew')}
          busy={rotate.isPending}
          onConfirm={() =>
            rotate.mutate(integration.id, {
              onSuccess: ({ signingSecret }) => onSecret(signingSecret),
              onError: toast.failed,
              onSettled: () => setConfirming(false),
            })
          }
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/** Follows the creation of an integration that sends webhooks. Only its button closes it. */
export function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const t = useTexts(integrationFormTexts);
  return (
    <CardDialog
      title={t('secretTitle', { name })}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('saved')}
        </Button>
      }
    >
      <p className="muted">{t('secretUse')}</p>
      <NewSecret value={secret} />
    </CardDialog>
  );
}

function NewSecret({ value }: { value: string }) {
  const t = useTexts(integrationFormTexts);
  return (
    <OneTimeSecret
      value={value}
      warning={t('secretOnce')}
      copy={t('copy')}
      copied={t('copied')}
      copyFailed={t('copyFailed')}
    />
  );
}
