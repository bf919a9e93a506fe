import type { CheckId } from '@balcao/domain/doctor/checks';
import { accessCheckTexts, type CheckTexts } from './access-check.texts.ts';

/** Name of each check, and what to do when it is not in order. `npm run doctor` prints the English ones. */
export const checkTexts: Record<CheckId, CheckTexts> = {
  disk: {
    name: { pt: 'Disco', en: 'Disk', es: 'Disco' },
    remedy: {
      pt: 'Libere espaço ou aumente o disco de DATA_DIR.',
      en: 'Free space or enlarge the disk of DATA_DIR.',
      es: 'Libera espacio o amplía el disco de DATA_DIR.',
    },
  },
  diskForecast: {
    name: { pt: 'Disco cheio em', en: 'Disk full in', es: 'Disco lleno en' },
    remedy: {
      pt: 'No ritmo dos últimos 7 dias o disco de DATA_DIR fica cheio. Aumente-o ou mova arquivos para um bucket.',
      en: 'At the rate of the last 7 days the disk of DATA_DIR fills up. Enlarge it or move files to a bucket.',
      es: 'Al ritmo de los últimos 7 días el disco de DATA_DIR se llena. Amplíalo o mueve archivos a un bucket.',
    },
  },
  memory: {
    name: { pt: 'Memória', en: 'Memory', es: 'Memoria' },
    remedy: {
      pt: 'Pare outros programas ou aumente a memória da máquina.',
      en: 'Stop other programs or give the machine more memory.',
      es: 'Detén otros programas o amplía la memoria de la máquina.',
    },
  },
  clock: {
    name: { pt: 'Relógio', en: 'Clock', es: 'Reloj' },
    remedy: {
      pt: 'Ative a sincronização do relógio (NTP) nesta máquina e na do banco de dados.',
      en: 'Turn on clock synchronization (NTP) on this machine and on that of the database.',
      es: 'Activa la sincronización del reloj (NTP) en esta máquina y en la de la base de datos.',
    },
  },
  openFileLimit: {
    name: { pt: 'Limite de arquivos abertos', en: 'Limit of open files', es: 'Límite de archivos abiertos' },
    remedy: {
      pt: 'Cada navegador ligado ocupa um arquivo. Aumente o limite (LimitNOFILE no systemd, ou ulimit -n) e reinicie.',
      en: 'Every connected browser takes one. Raise the limit (LimitNOFILE in systemd, or ulimit -n) and restart.',
      es: 'Cada navegador conectado ocupa uno. Aumenta el límite (LimitNOFILE en systemd, o ulimit -n) y reinicia.',
    },
  },
  openFiles: {
    name: { pt: 'Arquivos abertos', en: 'Open files', es: 'Archivos abiertos' },
    remedy: {
      pt: 'O processo está perto do limite e vai recusar acessos. Aumente LimitNOFILE ou inicie outro nó.',
      en: 'The process is close to its limit and will refuse connections. Raise LimitNOFILE or start another node.',
      es: 'El proceso está cerca del límite y rechazará accesos. Aumenta LimitNOFILE o inicia otro nodo.',
    },
  },
  databaseAnswer: {
    name: { pt: 'Banco de dados', en: 'Database', es: 'Base de datos' },
    remedy: {
      pt: 'Veja se o disco ou o processador da máquina do banco está ocupado.',
      en: 'See whether the disk or processor of the database machine is busy.',
      es: 'Mira si el disco o el procesador de la máquina de la base está ocupado.',
    },
  },
  databaseConnections: {
    name: { pt: 'Acessos ao banco', en: 'Database connections', es: 'Accesos a la base' },
    remedy: {
      pt: 'Reduza POOL_SIZE, use um pooler ou aumente max_connections.',
      en: 'Lower POOL_SIZE, use a pooler or raise max_connections.',
      es: 'Reduce POOL_SIZE, usa un pooler o aumenta max_connections.',
    },
  },
  longestWrite: {
    name: { pt: 'Transação mais longa', en: 'Longest transaction', es: 'Transacción más larga' },
    remedy: {
      pt: 'Termine no banco a sessão que está aberta há mais tempo.',
      en: 'End the session in the database that has been open for the longest time.',
      es: 'Termina en la base la sesión abierta hace más tiempo.',
    },
  },
  checksumFailures: {
    name: { pt: 'Integridade do disco', en: 'Disk integrity', es: 'Integridad del disco' },
    remedy: {
      pt: 'O disco devolveu dados errados. Restaure a última cópia em outro disco.',
      en: 'The disk returned wrong data. Restore the last backup on another disk.',
      es: 'El disco devolvió datos erróneos. Restaura la última copia en otro disco.',
    },
  },
  databaseVersion: {
    name: { pt: 'Versão do PostgreSQL', en: 'PostgreSQL version', es: 'Versión de PostgreSQL' },
    remedy: {
      pt: 'O produto precisa do PostgreSQL 18 ou mais novo. Atualize o servidor de DATABASE_URL.',
      en: 'The product needs PostgreSQL 18 or newer. Upgrade the server of DATABASE_URL.',
      es: 'El producto necesita PostgreSQL 18 o posterior. Actualiza el servidor de DATABASE_URL.',
    },
  },
  extensions: {
    name: {
      pt: 'Extensões do banco ausentes',
      en: 'Missing database extensions',
      es: 'Extensiones de la base ausentes',
    },
    remedy: {
      pt: 'Instale no servidor do banco o pacote das extensões (contrib) e execute create extension como superusuário.',
      en: 'Install the package of the extensions (contrib) on the database server and run create extension as a superuser.',
      es: 'Instala en el servidor de la base el paquete de extensiones (contrib) y ejecuta create extension como superusuario.',
    },
  },
  databaseRole: {
    name: { pt: 'Permissões no banco', en: 'Database permissions', es: 'Permisos en la base' },
    remedy: {
      pt: 'DATABASE_APP_URL usa um papel com poder demais: use o que o produto cria.',
      en: 'DATABASE_APP_URL uses a role with too many permissions: use the one that the product creates.',
      es: 'DATABASE_APP_URL usa un rol con demasiado poder: usa el que crea el producto.',
    },
  },
  migrations: {
    name: { pt: 'Estrutura do banco', en: 'Database structure', es: 'Estructura de la base' },
    remedy: {
      pt: 'Outra versão preparou o banco. Atualize todos os nós para a mesma versão.',
      en: 'Another version prepared the database. Bring all nodes to the same version.',
      es: 'Otra versión preparó la base. Actualiza todos los nodos a la misma versión.',
    },
  },
  backupsConfigured: {
    name: { pt: 'Cópias configuradas', en: 'Backups configured', es: 'Copias configuradas' },
    remedy: {
      pt: 'Defina BACKUP_DIR ou BACKUP_BUCKET, e BACKUP_RECIPIENT, e reinicie.',
      en: 'Set BACKUP_DIR or BACKUP_BUCKET, and BACKUP_RECIPIENT, and restart.',
      es: 'Define BACKUP_DIR o BACKUP_BUCKET, y BACKUP_RECIPIENT, y reinicia.',
    },
  },
  serverArchive: {
    name: {
      pt: 'Arquivo do servidor do banco',
      en: 'Archive of the database server',
      es: 'Archivo del servidor de la base',
    },
    remedy: {
      pt: 'O servidor de DATABASE_URL não arquiva o registro, ou a última tentativa falhou (pg_stat_archiver). As cópias dele são de quem o administra.',
      en: 'The server of DATABASE_URL archives no log, or the last attempt failed (pg_stat_archiver). Its owner is responsible for its backups.',
      es: 'El servidor de DATABASE_URL no archiva el registro, o el último intento falló (pg_stat_archiver). Sus copias son de quien lo administra.',
    },
  },
  backupKey: {
    name: { pt: 'Chave das cópias', en: 'Key of the backups', es: 'Clave de las copias' },
    remedy: {
      pt: 'As cópias não são cifradas: quem tem acesso ao destino pode lê-las. Execute npm run backup -- --new-key e defina BACKUP_RECIPIENT.',
      en: 'The backups are not encrypted: anyone with access to the destination can read them. Run npm run backup -- --new-key and set BACKUP_RECIPIENT.',
      es: 'Las copias no están cifradas: quien tiene acceso al destino puede leerlas. Ejecuta npm run backup -- --new-key y define BACKUP_RECIPIENT.',
    },
  },
  backupDestination: {
    name: { pt: 'Destino das cópias', en: 'Destination of the backups', es: 'Destino de las copias' },
    remedy: {
      pt: 'Não foi possível gravar e ler um objeto. Veja se BACKUP_DIR está montado e as permissões, ou a conta de BACKUP_BUCKET. Se for um disco novo, execute npm run backup -- --new-destination.',
      en: 'An object could not be written and read. See whether BACKUP_DIR is mounted and its permissions, or the account of BACKUP_BUCKET. If it is a new disk, run npm run backup -- --new-destination.',
      es: 'No se pudo escribir y leer un objeto. Mira si BACKUP_DIR está montado y sus permisos, o la cuenta de BACKUP_BUCKET. Si es un disco nuevo, ejecuta npm run backup -- --new-destination.',
    },
  },
  lastBackup: {
    name: { pt: 'Última cópia', en: 'Last backup', es: 'Última copia' },
    remedy: {
      pt: 'Veja o erro na aba Cópias e faça uma cópia agora.',
      en: 'See the error in the Backups tab and take a backup now.',
      es: 'Mira el error en la pestaña Copias y haz una copia ahora.',
    },
  },
  lastDrill: {
    name: { pt: 'Teste de restauração', en: 'Restore drill', es: 'Prueba de restauración' },
    remedy: {
      pt: 'Execute npm run drill e siga o que ele disser.',
      en: 'Run npm run drill and follow its message.',
      es: 'Ejecuta npm run drill y sigue lo que diga.',
    },
  },
  newestDrill: {
    name: {
      pt: 'Último teste de restauração passou',
      en: 'Newest restore drill passed',
      es: 'Última prueba de restauración superada',
    },
    remedy: {
      pt: 'A cópia mais nova não pôde ser restaurada. Veja o erro na aba Cópias, corrija-o e execute npm run drill.',
      en: 'The newest backup could not be restored. See the error in the Backups tab, correct it and run npm run drill.',
      es: 'La copia más nueva no se pudo restaurar. Mira el error en la pestaña Copias, corrígelo y ejecuta npm run drill.',
    },
  },
  logWaiting: {
    name: { pt: 'Registro a copiar', en: 'Log to upload', es: 'Registro por copiar' },
    remedy: {
      pt: 'O destino das cópias não responde ou está cheio. Enquanto isso, o que é novo existe só neste disco.',
      en: 'The destination of the backups does not answer or is full. Until then new data exists on this disk only.',
      es: 'El destino de las copias no responde o está lleno. Mientras tanto lo nuevo existe solo en este disco.',
    },
  },
  logComplete: {
    name: { pt: 'Registro sem lacunas', en: 'Complete log', es: 'Registro sin huecos' },
    remedy: {
      pt: 'O destino ficou fora por tanto tempo que parte do registro foi descartada: o que é novo só pode ser restaurado depois da próxima cópia completa. Corrija o destino e faça uma cópia agora.',
      en: 'The destination was away for so long that part of the log was given up: new data can be restored only after the next complete backup. Repair the destination and take a backup now.',
      es: 'El destino estuvo fuera tanto tiempo que se descartó parte del registro: lo nuevo solo se puede restaurar después de la próxima copia completa. Corrige el destino y haz una copia ahora.',
    },
  },
  backupDisk: {
    name: { pt: 'Disco das cópias', en: 'Disk of the backups', es: 'Disco de las copias' },
    remedy: {
      pt: 'Aumente o disco de BACKUP_DIR ou reduza BACKUP_KEEP_DAYS.',
      en: 'Enlarge the disk of BACKUP_DIR or lower BACKUP_KEEP_DAYS.',
      es: 'Amplía el disco de BACKUP_DIR o reduce BACKUP_KEEP_DAYS.',
    },
  },
  backupDiskForecast: {
    name: { pt: 'Disco das cópias cheio em', en: 'Disk of the backups full in', es: 'Disco de las copias lleno en' },
    remedy: {
      pt: 'No ritmo dos últimos 7 dias o disco fica cheio. Aumente o de BACKUP_DIR ou reduza BACKUP_KEEP_DAYS.',
      en: 'At the rate of the last 7 days it fills up. Enlarge the disk of BACKUP_DIR or lower BACKUP_KEEP_DAYS.',
      es: 'Al ritmo de los últimos 7 días se llena. Amplía el disco de BACKUP_DIR o reduce BACKUP_KEEP_DAYS.',
    },
  },
  inboxLag: {
    name: { pt: 'Recebimento', en: 'Receiving', es: 'Recepción' },
    remedy: {
      pt: 'Veja os registros do processo que executa o trabalho (ROLE=worker ou all).',
      en: 'See the log of the process that does the work (ROLE=worker or all).',
      es: 'Mira los registros del proceso que hace el trabajo (ROLE=worker o all).',
    },
  },
  outboxOldest: {
    name: { pt: 'Envio de mensagens', en: 'Sending', es: 'Envío de mensajes' },
    remedy: {
      pt: 'Veja em Todas as conexões quais estão fora do ar; sem nenhuma, reinicie o processo de trabalho.',
      en: 'See in All connections which are down; if none is, restart the worker.',
      es: 'Mira en Todas las conexiones cuáles están caídas; si ninguna, reinicia el proceso de trabajo.',
    },
  },
  unknownSends: {
    name: { pt: 'Envios sem confirmação', en: 'Unconfirmed sends', es: 'Envíos sin confirmación' },
    remedy: {
      pt: 'Os atendentes decidem na tela de mensagens não entregues.',
      en: 'The agents decide on the screen of undelivered messages.',
      es: 'Los agentes deciden en la pantalla de mensajes no entregados.',
    },
  },
  quarantine: {
    name: { pt: 'Não processadas', en: 'Not processed', es: 'No procesados' },
    remedy: {
      pt: 'Execute npm run quarantine para ver o motivo e devolver à fila.',
      en: 'Run npm run quarantine to see the reason and put them back.',
      es: 'Ejecuta npm run quarantine para ver el motivo y devolverlos a la cola.',
    },
  },
  failedJobs: {
    name: { pt: 'Tarefas que falharam em 24 h', en: 'Jobs that failed in 24 h', es: 'Tareas fallidas en 24 h' },
    remedy: {
      pt: 'A aba Trabalho mostra quais; o motivo está no registro do servidor.',
      en: 'The Work tab shows which; the reason is in the log of the server.',
      es: 'La pestaña Trabajo muestra cuáles; el motivo está en el registro del servidor.',
    },
  },
  sweeps: {
    name: { pt: 'Tarefas periódicas', en: 'Periodic jobs', es: 'Tareas periódicas' },
    remedy: {
      pt: 'Nenhum processo de trabalho está ativo: inicie um com ROLE=worker ou all.',
      en: 'No worker is active: start one with ROLE=worker or all.',
      es: 'Ningún proceso de trabajo está activo: inicia uno con ROLE=worker o all.',
    },
  },
  eventLag: {
    name: { pt: 'Atualização das telas', en: 'Updates of screens', es: 'Actualización de pantallas' },
    remedy: {
      pt: 'Uma transação longa segura os eventos; veja a transação mais longa.',
      en: 'A long transaction holds the events back; see the longest transaction.',
      es: 'Una transacción larga retiene los eventos; mira la transacción más larga.',
    },
  },
  campaignsHeld: {
    name: { pt: 'Campanhas retidas', en: 'Campaigns on hold', es: 'Campañas retenidas' },
    remedy: {
      pt: 'Campanhas pararam sozinhas. O motivo está na lista de campanhas de cada empresa: conexão, saúde do número ou assinatura.',
      en: 'Campaigns stopped by themselves. The reason is in the list of campaigns of each company: connection, health of the number or subscription.',
      es: 'Campañas se detuvieron solas. El motivo está en la lista de campañas de cada empresa: conexión, salud del número o suscripción.',
    },
  },
  disconnected: {
    name: { pt: 'Conexões fora do ar', en: 'Connections down', es: 'Conexiones caídas' },
    remedy: {
      pt: 'Veja em Todas as conexões quais são e avise as empresas.',
      en: 'See in All connections which ones and inform the companies.',
      es: 'Mira en Todas las conexiones cuáles son y avisa a las empresas.',
    },
  },
  silentConnections: {
    name: {
      pt: 'Conexões sem receber há 24 h',
      en: 'Connections that received nothing for 24 h',
      es: 'Conexiones sin recibir hace 24 h',
    },
    remedy: {
      pt: 'Aparecem conectadas, mas nada chega. Envie uma mensagem a cada uma; se não aparecer, conecte-a de novo.',
      en: 'They look connected, but nothing arrives. Write to each of them; if it does not appear, connect it again.',
      es: 'Parecen conectadas, pero nada llega. Escribe a cada una; si no aparece, conéctala de nuevo.',
    },
  },
  lastWebhook: {
    name: { pt: 'Último webhook da Meta', en: 'Last webhook from Meta', es: 'Último webhook de Meta' },
    remedy: {
      pt: 'A Meta não entrega nada. Confira no aplicativo da Meta o endereço do webhook, as assinaturas e se PUBLIC_URL é alcançável.',
      en: 'Meta delivers nothing. Check the webhook address and the subscriptions in the app of Meta, and whether PUBLIC_URL can be reached.',
      es: 'Meta no entrega nada. Revisa en la aplicación de Meta la dirección del webhook, las suscripciones y si PUBLIC_URL es accesible.',
    },
  },
  accessTokens: {
    name: {
      pt: 'Chave de acesso mais antiga da Meta',
      en: 'Oldest access token of Meta',
      es: 'Clave de acceso más antigua de Meta',
    },
    remedy: {
      pt: 'Peça às empresas que troquem a chave de acesso uma vez por ano. As que têm prazo na Meta acabam em 60 dias.',
      en: 'Ask the companies to replace the access token once a year. Those that expire at Meta end after 60 days.',
      es: 'Pide a las empresas que cambien la clave de acceso una vez al año. Las que tienen plazo en Meta terminan en 60 días.',
    },
  },
  storage: {
    name: { pt: 'Arquivos', en: 'Files', es: 'Archivos' },
    remedy: {
      pt: 'Não foi possível gravar e ler um arquivo: veja espaço e permissões de STORAGE_DIR.',
      en: 'A file could not be written and read: check free space and permissions of STORAGE_DIR.',
      es: 'No se pudo escribir y leer un archivo: mira espacio y permisos de STORAGE_DIR.',
    },
  },
  ffmpeg: {
    name: { pt: 'Conversão de áudio', en: 'Audio conversion', es: 'Conversión de audio' },
    remedy: {
      pt: 'Instale o ffmpeg ou defina FFMPEG_PATH; sem ele os áudios vão como foram gravados.',
      en: 'Install ffmpeg or set FFMPEG_PATH; without it recordings are sent as they are.',
      es: 'Instala ffmpeg o define FFMPEG_PATH; sin él los audios se envían como fueron grabados.',
    },
  },
  qrPackage: {
    name: { pt: 'WhatsApp por QR', en: 'WhatsApp by QR', es: 'WhatsApp por QR' },
    remedy: {
      pt: 'O pacote do WhatsApp por QR não pode ser carregado. Execute npm run build de novo, ou defina WHATSAPP_QR=off se não o usa.',
      en: 'The package of WhatsApp by QR cannot be loaded. Run npm run build again, or set WHATSAPP_QR=off if you do not use it.',
      es: 'El paquete de WhatsApp por QR no se puede cargar. Ejecuta npm run build de nuevo, o define WHATSAPP_QR=off si no lo usas.',
    },
  },
  secretFiles: {
    name: { pt: 'Arquivos de chaves', en: 'Key files', es: 'Archivos de claves' },
    remedy: {
      pt: 'Outros usuários da máquina podem ler chaves em DATA_DIR: use chmod 600.',
      en: 'Other users of the machine can read keys in DATA_DIR: use chmod 600.',
      es: 'Otros usuarios de la máquina pueden leer claves en DATA_DIR: usa chmod 600.',
    },
  },
  oldSecret: {
    name: { pt: 'Chave antiga', en: 'Old secret', es: 'Clave antigua' },
    remedy: {
      pt: 'Retire OLD_APP_SECRET quando o registro disser que tudo foi selado de novo. Se a chave vem de DATA_DIR/secret, apague esse arquivo.',
      en: 'Remove OLD_APP_SECRET once the log reports that everything is sealed again. If the secret is that of DATA_DIR/secret, delete that file.',
      es: 'Quita OLD_APP_SECRET cuando el registro indique que todo se selló de nuevo. Si la clave es la de DATA_DIR/secret, borra ese archivo.',
    },
  },
  demoData: {
    name: { pt: 'Empresas de demonstração', en: 'Demo companies', es: 'Empresas de demostración' },
    remedy: {
      pt: 'Dados de demonstração estão em um servidor público. Pare o servidor e execute npm run remove-demo.',
      en: 'Demo data is stored on a public server. Stop the server and run npm run remove-demo.',
      es: 'Hay datos de demostración en un servidor público. Detén el servidor y ejecuta npm run remove-demo.',
    },
  },
  ...accessCheckTexts,
};
