import { useNavigate } from '@tanstack/react-router';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Menu } from '../../ui/index.ts';
import { spreadsheetTexts } from './spreadsheets.texts.ts';

/** Menu to import contacts from a phone or a spreadsheet and to export them. */
export function SpreadsheetsMenu({ onPhone, onExport }: { onPhone: () => void; onExport: () => void }) {
  const t = useTexts(spreadsheetTexts);
  const navigate = useNavigate();
  const canExport = useCan('contact.export');
  return (
    <Menu
      minWidth={220}
      target={
        <Button icon="upload" iconRight="chev-d">
          {t('menu')}
        </Button>
      }
      items={[
        { key: 'phone', label: t('fromPhone'), icon: 'device', onClick: onPhone },
        {
          key: 'import',
          label: t('importSheet'),
          icon: 'upload',
          onClick: () => void navigate({ to: '/contacts/import' }),
        },
        ...(canExport
          ? [
              {
                key: 'export',
                label: t('exportSheet'),
                icon: 'download' as const,
                hasSeparator: true,
                onClick: onExport,
              },
            ]
          : []),
      ]}
    />
  );
}
