// Passed to `node -e`: imports and one database connection, the minimum of any server on these packages.
void Promise.all([import('pg'), import('fastify'), import('drizzle-orm/node-postgres')]).then(
  async ([{ default: pg }]) => {
    const client = new pg.Client({ connectionString: process.env.APP_URL });
    await client.connect();
    console.log('connected');
    await client.end();
  },
);
