import { execFile } from 'node:child_process'
import { env } from 'node:process'

/**
 * Says to systemd that requests are answered now, if it waits for that (`Type=notify`): `systemctl start` and an upgrade
 * of the package then end when the server is ready, and fail when it is not. Node cannot send to systemd's socket, so
 * systemd's own program does.
 */
export function sayReady(url: string, notice: (event: string, facts: object) => void): void {
  if (!env['NOTIFY_SOCKET']) return
  execFile('systemd-notify', ['--ready', `--status=Serving on ${url}`], (error) => {
    if (error) notice('service_manager_not_reached', { error: error.message })
  })
}
