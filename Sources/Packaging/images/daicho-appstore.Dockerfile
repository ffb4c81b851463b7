# The simulated App Store, for tests. Its context is the folder of scripts/package:
#   docker build --file packaging/images/daicho-appstore.Dockerfile --tag daicho-appstore:0.9.0 .build-package
FROM debian:bookworm-slim
COPY daicho_*.deb /context/daicho.deb
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends /context/daicho.deb curl \
  && install -d -o daicho -g daicho -m 0700 /files \
  && rm -rf /var/lib/apt/lists/* /context
USER daicho
EXPOSE 8099
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1:8099/control/clock"]
ENTRYPOINT ["daicho-appstore"]
CMD ["serve", "--home", "/files", "--host", "0.0.0.0"]
