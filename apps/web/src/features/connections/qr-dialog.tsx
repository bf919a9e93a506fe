import type { Connection } from '@balcao/contract/endpoints/connections';
import { useState } from 'react';
import { useSandboxAction } from '../../entities/sandbox/sandbox.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, Icon, NumberedSteps, QrCode, Segments, useToast } from '../../ui/index.ts';
import { connectionTexts } from './connections.texts.ts';
import { PairingCode } from './pairing-code.tsx';
import css from './qr-dialog.module.css';

interface QrDialogProps {
  connection: Connection;
  /** A new code was requested. */
  busy: boolean;
  /** With a number, requests a pairing code for that phone. */
  onRenew: (number?: string) => void;
  onClose: () => void;
}

/** Shows the code and how to scan or type it. The parent closes the dialog when the code is gone. */
export function QrDialog({ connection, busy, onRenew, onClose }: QrDialogProps) {
  const t = useTexts(connectionTexts);
  const isSimulated = connection.provider === 'sandbox';
  const [ownMethod, setMethod] = useState<'qr' | 'code' | null>(null);
  const method = ownMethod ?? (connection.pairingCode ? 'code' : 'qr');
  // A pairing code replaces the QR code, so there is no picture then.
  const hasPicture = !busy && connection.qrcode !== '';
  const toPicture = () => {
    setMethod('qr');
    if (!busy && connection.qrcode === '') onRenew();
  };
  return (
    <Dialog
      title={t('qrTitle', { name: connection.name })}
      width={700}
      onClose={onClose}
      footer={
        <>
          <span className={css.closes}>{t('qrCloses')}</span>
          {method === 'qr' && (
            <Button icon="refresh" busy={busy} onClick={() => onRenew()}>
              {t('qrRenew')}
            </Button>
          )}
        </>
      }
    >
      {connection.provider === 'beta' && (
        <Segments
          label={t('pairHow')}
          full
          value={method}
          segments={[
            { key: 'qr', label: t('pairByQr'), mark: <Icon name="qr" size={16} /> },
            { key: 'code', label: t('pairByCode'), mark: <Icon name="keyboard" size={16} /> },
          ]}
          onChange={(next) => (next === 'qr' ? toPicture() : setMethod('code'))}
        />
      )}
      {method === 'code' ? (
        <PairingCode connection={connection} busy={busy} onCreate={onRenew} />
      ) : (
        <div className={css.sides}>
          {isSimulated ? <Simulated connectionId={connection.id} isReady={connection.qrcode !== ''} /> : <Steps />}
          <div className={css.frame}>
            <QrCode code={hasPicture ? connection.qrcode : ''} label={t('qrPicture')} waiting={t('qrWaiting')} />
            <p className="muted">{t('qrRenewsItself')}</p>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Steps() {
  const t = useTexts(connectionTexts);
  return (
    <div>
      <NumberedSteps steps={[t('qrStep1'), t('qrStep2'), t('qrStep3'), t('qrStep4')]} />
      <p className={css.warning}>
        <Icon name="alert" />
        {t('qrKeepOn')}
      </p>
    </div>
  );
}

/** A simulated phone has no camera: a button scans the code instead. */
function Simulated({ connectionId, isReady }: { connectionId: number; isReady: boolean }) {
  const t = useTexts(connectionTexts);
  const toast = useToast();
  const sandboxAction = useSandboxAction(connectionId);
  return (
    <div className={css.simulated}>
      <p>{t('qrSimulated')}</p>
      <div>
        <Button
          kind="primary"
          icon="device"
          busy={sandboxAction.isPending}
          disabled={!isReady}
          data-autofocus
          onClick={() => sandboxAction.mutate({ act: 'scan' }, { onError: toast.failed })}
        >
          {t('qrScan')}
        </Button>
      </div>
    </div>
  );
}
