import type { CheckId } from '@balcao/domain/doctor/checks';

interface CheckText {
  pt: string;
  en: string;
  es: string;
}
/** Name of each check, and what to do when it is not in order. `npm run doctor` prints the English ones. */
export const checkTexts: Record<CheckId, { name: CheckText; remedy: CheckText }> = {
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
      en: 'At the pace of the last 7 days the disk of DATA_DIR fills up. Enlarge it or move files to a bucket.',
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
      pt: 'Encerre no banco a sessão que está aberta há mais tempo.',
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
  databaseRole: {
    name: { pt: 'Permissões no banco', en: 'Database rights', es: 'Permisos en la base' },
    remedy: {
      pt: 'DATABASE_APP_URL usa um papel com poder demais: use o que o produto cria.',
      en: 'DATABASE_APP_URL uses a role with too many rights: use the one that the product creates.',
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
  logWaiting: {
    name: { pt: 'Registro a copiar', en: 'Log to upload', es: 'Registro por copiar' },
    remedy: {
      pt: 'O destino das cópias não responde ou está cheio. Enquanto isso, o que é novo existe só neste disco.',
      en: 'The destination of the backups does not answer or is full. Until then new data exists on this disk only.',
      es: 'El destino de las copias no responde o está lleno. Mientras tanto lo nuevo existe solo en este disco.',
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
      en: 'At the pace of the last 7 days it fills up. Enlarge the disk of BACKUP_DIR or lower BACKUP_KEEP_DAYS.',
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
  disconnected: {
    name: { pt: 'Conexões fora do ar', en: 'Connections down', es: 'Conexiones caídas' },
    remedy: {
      pt: 'Veja em Todas as conexões quais são e avise as empresas.',
      en: 'See in All connections which ones and inform the companies.',
      es: 'Mira en Todas las conexiones cuáles son y avisa a las empresas.',
    },
  },
  storage: {
    name: { pt: 'Arquivos', en: 'Files', es: 'Archivos' },
    remedy: {
      pt: 'Não foi possível gravar e ler um arquivo: veja espaço e permissões de STORAGE_DIR.',
      en: 'A file could not be written and read: see space and rights of STORAGE_DIR.',
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
      pt: 'Retire OLD_APP_SECRET quando o registro disser que tudo foi selado de novo.',
      en: 'Remove OLD_APP_SECRET once the log reports that everything is sealed again.',
      es: 'Quita OLD_APP_SECRET cuando el registro indique que todo se selló de nuevo.',
    },
  },
  publicUrl: {
    name: { pt: 'Endereço público', en: 'Public address', es: 'Dirección pública' },
    remedy: {
      pt: 'PUBLIC_URL não chega a este servidor. Confira o DNS, o proxy e API_NODES.',
      en: 'PUBLIC_URL does not reach this server. Check DNS, the proxy and API_NODES.',
      es: 'PUBLIC_URL no llega a este servidor. Revisa el DNS, el proxy y API_NODES.',
    },
  },
  webSocket: {
    name: {
      pt: 'WebSocket pelo endereço público',
      en: 'WebSocket at the public address',
      es: 'WebSocket por la dirección pública',
    },
    remedy: {
      pt: 'O proxy não passa WebSockets, e as telas se atualizam com atraso. Encaminhe Upgrade e Connection de /socket.io.',
      en: 'The proxy does not pass WebSockets, so screens update late. Forward Upgrade and Connection of /socket.io.',
      es: 'El proxy no pasa WebSockets y las pantallas se actualizan tarde. Reenvía Upgrade y Connection de /socket.io.',
    },
  },
  trustProxy: {
    name: { pt: 'Endereço dos clientes', en: 'Addresses of clients', es: 'Dirección de los clientes' },
    remedy: {
      pt: 'Defina TRUST_PROXY com o endereço do proxy, que deve enviar X-Forwarded-For. Sem proxy, deixe TRUST_PROXY vazio.',
      en: 'Set TRUST_PROXY to the address of the proxy, which must send X-Forwarded-For. Without a proxy, leave it empty.',
      es: 'Define TRUST_PROXY con la dirección del proxy, que debe enviar X-Forwarded-For. Sin proxy, déjalo vacío.',
    },
  },
  certificate: {
    name: { pt: 'Certificado HTTPS', en: 'HTTPS certificate', es: 'Certificado HTTPS' },
    remedy: {
      pt: 'Veja por que o proxy não renova o certificado: as portas 80 e 443 precisam chegar até ele.',
      en: 'See why the proxy does not renew the certificate: ports 80 and 443 must reach it.',
      es: 'Mira por qué el proxy no renueva el certificado: los puertos 80 y 443 deben llegar a él.',
    },
  },
  movedCompanies: {
    name: {
      pt: 'Empresas trazidas sem confirmação',
      en: 'Moved companies to confirm',
      es: 'Empresas traídas sin confirmar',
    },
    remedy: {
      pt: 'Agendamentos e campanhas esperam. Pare a empresa no servidor antigo e execute npm run move-in -- --confirm NÚMERO.',
      en: 'Schedules and campaigns wait. Stop the company on the former server and run npm run move-in -- --confirm NUMBER.',
      es: 'Programaciones y campañas esperan. Detén la empresa en el servidor anterior y ejecuta npm run move-in -- --confirm NÚMERO.',
    },
  },
  restored: {
    name: { pt: 'Servidor restaurado', en: 'Restored server', es: 'Servidor restaurado' },
    remedy: {
      pt: 'Confirme acima que só este servidor está em uso e depois continue os envios.',
      en: 'Confirm above that only this server is in use, then continue sending.',
      es: 'Confirma arriba que solo este servidor está en uso y luego continúa los envíos.',
    },
  },
};
